/** The pages that are measured, with their targets and the results of other sites. */

/** One page of each kind. Times are in seconds. */
export interface MeasuredPage {
  kind: string;
  address: string;
  /** The maximum weight of a first visit, in kB. */
  weight?: number;
  /** On {@link slowLine}, the time until the text is readable, or the operations on interactive pages. */
  readable?: number;
  /** On {@link slowLine}, the time until all files that the page requests initially have arrived. */
  loaded?: number;
  /** The minimum score in each category of Lighthouse. */
  lighthouse: number;
  /** An element that must be rendered, besides a screen of text, for the page to count as readable. */
  landmark?: string;
}

export const pages: readonly MeasuredPage[] = [
  { kind: 'home', address: '/', lighthouse: 100 },
  {
    kind: 'guide',
    address: '/account-information/data-access/consents/',
    weight: 22,
    readable: 1.5,
    loaded: 2,
    lighthouse: 100,
  },
  { kind: 'operation', address: '/api/consents/operations/createconsent/', weight: 30, lighthouse: 100 },
  {
    kind: 'interactive',
    address: '/consents-api/',
    weight: 35,
    readable: 2,
    lighthouse: 90,
    // The reference is below the list of operations.
    landmark: '.interactive',
  },
];

export const goals = {
  /** Largest paint of a page, as a multiple of that of its bare text. */
  timesBare: 1.3,
  layoutShift: 0,
  /** Seconds from the click until the next page is readable, after its link was hovered. */
  secondPage: 0.2,
  /** The maximum weight of a second page, in kB. */
  secondPageWeight: 8,
};

/** A connection, as Chromium emulates it. */
export interface LineSpeed {
  name: string;
  /** The bandwidth of each direction. */
  kilobitsPerSecond: number;
  roundTripMilliseconds: number;
}

/** The longest time that a reader waits for a page, in milliseconds. */
export const PATIENCE = 90_000;

/** A good 2G connection, or one on a train. */
export const slowLine: LineSpeed = { name: 'Slow line', kilobitsPerSecond: 400, roundTripMilliseconds: 400 };

/** The connection that Lighthouse emulates for phones. */
export const slow4g: LineSpeed = { name: 'Slow 4G', kilobitsPerSecond: 1_638, roundTripMilliseconds: 150 };

/** How much slower a phone is than this machine, as Lighthouse assumes. */
export const slowdown = 4;

/** The same work in other tools on {@link slowLine}, in seconds. */
export const others = [
  'Others on such a line, first paint / largest paint / loaded: Starlight 1.58 / 1.76 / 2.20,',
  'Docusaurus 1.74 / 1.74 / 5.30, VitePress 3.53 / 3.53 / 5.08, Fumadocs 5.42 / 5.42 / 8.53.',
  'First operation of a reference: starlight-openapi 2.0, Redoc 13.8, Scalar in Starlight 25.',
];

export const othersSecondPage = 'Others: VitePress 0.14, Docusaurus 0.17, Fumadocs 0.20, Starlight 1.04.';
