import { isObject } from './protocol.ts'

/** How long a notice is shown. Milliseconds. */
const SHOWN = 15_000

/** Notices at the lower edge of the page. */
export interface SnackBar {
  show(notice: unknown): void
  clear(): void
}

const LOOKS: Readonly<Record<string, string>> = {
  position: 'fixed',
  bottom: '16px',
  left: '50%',
  transform: 'translateX(-50%)',
  'z-index': '2147483647',
  'max-width': 'calc(100% - 64px)',
  padding: '12px 20px',
  'border-radius': '6px',
  background: '#212529',
  color: '#fff',
  font: '16px/1.4 system-ui, sans-serif',
}

/** @param styles properties of CSS that the site gives, such as `{backgroundColor: '#036'}`. */
export function createSnackBar(styles: Readonly<Record<string, string>>): SnackBar {
  let bar: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    clearTimeout(timer)
    bar?.remove()
    bar = undefined
  }
  return {
    clear,
    show(notice) {
      const { kind, text } = isObject(notice) ? notice : {}
      if (typeof text !== 'string') return
      clear()
      bar = document.createElement('div')
      bar.setAttribute('role', kind === 'error' ? 'alert' : 'status')
      bar.className = `platform-snack-bar platform-snack-bar-${String(kind)}`
      setStyles(bar, { ...LOOKS, ...styles })
      document.body.appendChild(bar)
      bar.textContent = text
      timer = setTimeout(clear, SHOWN)
    },
  }
}

/** Sets properties one by one: a style attribute would violate the content security policy of many sites. */
export function setStyles(element: HTMLElement, styles: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(styles))
    element.style.setProperty(
      name.replace(/[A-Z]/g, capital => `-${capital.toLowerCase()}`),
      String(styles[name]),
    )
}
