/** Labels under a slider, evenly spaced: each stands where the thumb stops for it. */
interface SliderMark {
  readonly label: string;
  readonly take: () => void;
}

interface MarksProps {
  readonly marks: readonly SliderMark[];
  readonly isDisabled?: boolean;
}

export const SliderMarks = ({ marks, isDisabled = false }: MarksProps) => (
  <div class="slider-marks">
    {marks.map(({ label, take }) => (
      <span key={label}>
        <button type="button" class="plain tiny" disabled={isDisabled} onClick={take}>
          {label}
        </button>
      </span>
    ))}
  </div>
);
