import { chooseColorMode, colorModes, currentColorMode, nextColorMode } from '../../client/color-mode.ts';
import { CrashBoundary } from './CrashBoundary.tsx';

/**
 * The button that cycles the color mode: system, light, dark.
 *
 * All three states stand in the markup and CSS shows the one in force (`data-color-mode` on `<html>`): so the
 * server's markup is right for every reader before, without and after hydration.
 */
export function ColorModeToggle() {
  return (
    <CrashBoundary>
      <Toggle />
    </CrashBoundary>
  );
}

function Toggle() {
  const cycle = () => chooseColorMode(nextColorMode(currentColorMode()));
  return (
    <button className="color-mode" type="button" onClick={cycle}>
      {colorModes.map((each) => (
        <span key={each} data-shown-in={each}>
          <span data-icon={each} />
          {/* One text: React would mark where each part of it begins. */}
          <span className="sr-only">{`Color mode: ${each}. Switch to ${nextColorMode(each)}.`}</span>
        </span>
      ))}
    </button>
  );
}
