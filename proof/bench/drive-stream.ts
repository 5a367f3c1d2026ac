/** Sends a workload to the book of this venue. */
import { fillLots } from '../book-driver/fill-buffer.ts';
import { type Stream, streamCancel, streamModify, streamNew } from '../book-driver/stream.ts';
import { KIND_CANCEL, KIND_IOC, KIND_MODIFY, type Workload, workloadSide } from './workload.ts';

/** Sends the messages from `from` up to `to`; returns the lots traded. */
export function driveStream(stream: Stream, workload: Workload, from: number, to: number): number {
  const { kinds, ids, prices, sizes } = workload;
  const { fills } = stream;
  let traded = 0;
  for (let place = from; place < to; place += 1) {
    const kind = kinds[place]!;
    const id = ids[place]!;
    if (kind === KIND_CANCEL) {
      streamCancel(stream, id);
      continue;
    }
    const price = prices[place]!;
    const size = sizes[place]!;
    if (kind === KIND_MODIFY) streamModify(stream, id, price, size);
    else {
      const timeInForce = kind === KIND_IOC ? 'ioc' : 'normal';
      streamNew(stream, id, workloadSide(workload, place), price, size, timeInForce);
    }
    for (let fill = 0; fill < fills.count; fill += 1) traded += fillLots(fills, fill);
  }
  return traded;
}
