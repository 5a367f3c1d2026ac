/** The order of test files: a project comes at once, because its files share workers. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ORDER = ['long', 'alone', 'whole', 'parts'];

export class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

const placeOf = ({ project }: TestSpecification): number => ORDER.indexOf(project.name);
