declare module 'virtual:scalar-bundle' {
  /**
   * What a reader receives before the interactive reference can be drawn, in bytes as transferred. Known in a
   * build alone.
   */
  export function transferSize(): number | undefined;
}
