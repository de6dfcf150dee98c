import { showEnvironment } from '../environment/environment.ts';

/**
 * Shows the chosen environment in the parent of this element while the page is parsed, so that readers never see a sample
 * switch.
 */
class RestoreChoice extends HTMLElement {
  connectedCallback() {
    showEnvironment(this.parentElement!);
  }
}

customElements.define('restore-choice', RestoreChoice);
