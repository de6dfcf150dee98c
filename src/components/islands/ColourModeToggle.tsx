import {
  chooseColourMode,
  colourModes,
  currentColourMode,
  nextColourMode,
} from '../../client/colour-mode.ts';

const icons: Record<(typeof colourModes)[number], string> = {
  system: 'M3 4.5h18v12H3zM8.5 20.5h7M12 16.5v4',
  light:
    'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 1.5v2M12 20.5v2M1.5 12h2M20.5 12h2M4.6 4.6 6 6M18 18l1.4 1.4M4.6 19.4 6 18M18 6l1.4-1.4',
  dark: 'M20.5 14.5A9 9 0 0 1 9.5 3.5a9 9 0 1 0 11 11z',
};

/**
 * The button that cycles the colour mode: system, light, dark.
 *
 * All three states stand in the markup and CSS shows the one in force (`data-colour-mode` on `<html>`): so the
 * server's markup is right for every reader before, without and after hydration.
 */
export function ColourModeToggle() {
  const cycle = () => chooseColourMode(nextColourMode(currentColourMode()));
  return (
    <button className="colour-mode" type="button" onClick={cycle}>
      {colourModes.map((each) => (
        <span key={each} data-shown-in={each}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path
              d={icons[each]}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          <span className="sr-only">
            Colour mode: {each}. Switch to {nextColourMode(each)}.
          </span>
        </span>
      ))}
    </button>
  );
}
