import {
  chooseColourMode,
  colourModes,
  currentColourMode,
  nextColourMode,
} from '../../client/colour-mode.ts';
import { CrashBoundary } from './CrashBoundary.tsx';

/**
 * The button that cycles the colour mode: system, light, dark.
 *
 * All three states stand in the markup and CSS shows the one in force (`data-colour-mode` on `<html>`): so the
 * server's markup is right for every reader before, without and after hydration.
 */
export function ColourModeToggle() {
  return (
    <CrashBoundary>
      <Toggle />
    </CrashBoundary>
  );
}

function Toggle() {
  const cycle = () => chooseColourMode(nextColourMode(currentColourMode()));
  return (
    <button className="colour-mode" type="button" onClick={cycle}>
      {colourModes.map((each) => (
        <span key={each} data-shown-in={each}>
          <span data-icon={each} />
          {/* One text: React would mark where each part of it begins. */}
          <span className="sr-only">{`Colour mode: ${each}. Switch to ${nextColourMode(each)}.`}</span>
        </span>
      ))}
    </button>
  );
}
