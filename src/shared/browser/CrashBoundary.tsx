import { Component, type MouseEvent, type ReactNode } from 'react';

/** An error boundary: shows a message with a retry button if an island crashes. The rest of the page keeps working. */
export class CrashBoundary extends Component<{ children: ReactNode }> {
  override state = { crashed: false, retries: 0 };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  #tryAgain = ({ currentTarget }: MouseEvent) => {
    const island = currentTarget.closest('astro-island, section');
    this.setState({ crashed: false, retries: this.state.retries + 1 }, () =>
      // The pressed button disappears, so move the focus.
      island?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true }),
    );
  };

  override render() {
    if (!this.state.crashed) return this.props.children;
    // The key creates a new element for each retry, because screen readers don't announce an unchanged alert again.
    return (
      <div key={this.state.retries} className="island-alert" role="alert">
        <p>This page crashed.</p>
        <button type="button" className="small-button" onClick={this.#tryAgain}>
          Try again
        </button>
      </div>
    );
  }
}
