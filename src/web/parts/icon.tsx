/** The icons of the page, drawn as lines in the colour of the text around them. */
const PATHS = {
  cross: 'M4 4l8 8M12 4l-8 8',
  sun:
    'M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1' +
    'M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1M8 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6z',
  key: 'M6.5 9.5a3 3 0 1 1 0-.1M9 8h5.5M12 8v2.4',
  code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  down: 'M4 6l4 4 4-4',
  out: 'M6.5 3H3v10h3.5M7 8h7M11 5l3 3-3 3',
  save: 'M8 2v8M4.5 7L8 10.5 11.5 7M3 13.5h10',
  wide: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  star: 'M8 2l1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
