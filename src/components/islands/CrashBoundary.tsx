import { Component, type MouseEvent, type ReactNode } from 'react';

interface State {
  crashed: boolean;
  retries: number;
}

/** What an island draws when drawing it has failed. The rest of the page lives on. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { crashed: false, retries: 0 };

  static getDerivedStateFromError(): Partial<State> {
    return { crashed: true };
  }

  #tryAgain = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const island = currentTarget.closest('astro-island');
    this.setState(
      ({ retries }) => ({ crashed: false, retries: retries + 1 }),
      () => keepFocusIn(island),
    );
  };

  override render() {
    if (!this.state.crashed) return this.props.children;
    // A new element after each retry: an alert that has not changed is not announced.
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

/** The button with the focus goes with the message. */
function keepFocusIn(island: Element | null) {
  const next = island?.querySelector<HTMLElement>('button, a') ?? island?.closest<HTMLElement>('[tabindex]');
  next?.focus({ preventScroll: true });
}
