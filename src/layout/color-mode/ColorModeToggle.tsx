import { chooseColorMode, colorModes, nextColorMode, parseColorMode } from './color-mode.ts';
import { CrashBoundary } from '../../shared/browser/CrashBoundary.tsx';

/**
 * The button that cycles through the color modes: system, light, dark.
 *
 * The markup contains all three states, and CSS shows the current one (`data-color-mode` on `<html>`), so the static
 * HTML is right for every reader, before and after hydration.
 */
export function ColorModeToggle() {
  return (
    <CrashBoundary>
      <Toggle />
    </CrashBoundary>
  );
}

function Toggle() {
  const cycle = () =>
    chooseColorMode(nextColorMode(parseColorMode(document.documentElement.dataset['colorMode'])));
  return (
    <button className="color-mode" type="button" onClick={cycle}>
      {colorModes.map((mode) => (
        <span key={mode} data-shown-in={mode}>
          <span data-icon={mode} />
          {/* One element without hydration warnings, because a translator may change its text before hydration. */}
          <span className="sr-only" suppressHydrationWarning>
            {`Color mode: ${mode}. Switch to ${nextColorMode(mode)}.`}
          </span>
        </span>
      ))}
    </button>
  );
}
