import { Component, type MouseEvent, type ReactNode } from 'react';

interface State {
  crashed: boolean;
  retries: number;
}

/** An error boundary: shows a message with a retry button if an island crashes. The rest of the page keeps working. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { crashed: false, retries: 0 };

  static getDerivedStateFromError(): Partial<State> {
    return { crashed: true };
  }

  #tryAgain = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const island = currentTarget.closest('react-island, section');
    this.setState(
      ({ retries }) => ({ crashed: false, retries: retries + 1 }),
      () => keepFocusIn(island),
    );
  };

  override render() {
    if (!this.state.crashed) return this.props.children;
    // The key creates a new element for each retry, because screen readers don't announce an unchanged alert again.
    return (
      <div key={this.state.retries} className="island-alert" role="alert">
        <p>This page crashed.</p>
        <button type="button" onClick={this.#tryAgain}>
          Try again
        </button>
      </div>
    );
  }
}

/** Moves the focus into the island when the retry removes the focused button. */
function keepFocusIn(island: Element | null) {
  const next = island?.matches('section') ? island : island?.querySelector('button, a');
  (next as HTMLElement | null)?.focus({ preventScroll: true });
}
