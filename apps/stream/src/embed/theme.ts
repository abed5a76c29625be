export type Theme = 'light' | 'dark'

const DARK = '(prefers-color-scheme: dark)'

/** The theme of a stream: the one that the site names, else the one whose text is as light as the site's. */
export function themeOf(place: Element, choice: Theme | 'auto' = 'auto'): Theme {
  if (choice !== 'auto') return choice
  return isLight(getComputedStyle(place).color) ? 'dark' : 'light'
}

/** The theme that the address of the frame names; none when the reader's system gives the same one. */
export function themeInAddress(theme: Theme): Theme | undefined {
  return theme === (matchMedia(DARK).matches ? 'dark' : 'light') ? undefined : theme
}

/** Calls back when the reader's system changes between light and dark. The returned function ends it. */
export function onSystemTheme(callback: () => void): () => void {
  const system = matchMedia(DARK)
  // Safari 13 has no `addEventListener` here.
  system.addEventListener?.('change', callback)
  return () => system.removeEventListener?.('change', callback)
}

/** Whether a colour is nearer to white than to black. A pixel is drawn, because a colour has many notations. */
function isLight(color: string): boolean {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return false
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return red * 0.299 + green * 0.587 + blue * 0.114 > 127
}
