import type { Events } from './emitter.ts'
import { usePolyfill } from './near.ts'
import { attributeNames, type KnownOptions, type RenderOptions, readAttributes } from './options.ts'
import type { Visitor } from './protocol.ts'
import { type Handle, render } from './render.ts'

export type { Events, Handle, KnownOptions, RenderOptions, Visitor }

/** The global object of the embed script. */
export interface EmbedApi {
  /**
   * Shows a discussion in an element of the page.
   *
   * @throws TypeError for wrong arguments.
   * @example
   * const stream = Platform.render(document.getElementById('comments'), { asset_url: 'https://blog.example/first' })
   * stream.on('mutation.PostComment.success', () => console.log('a comment was posted'))
   */
  render(element: Element, options?: RenderOptions): Handle
}

declare global {
  interface Window {
    Platform?: EmbedApi
  }
}

/**
 * Makes the global object and the custom element, and follows the attributes of the script's own tag.
 *
 * @param polyfill the file beside the script that an older browser loads first
 */
export function start(polyfill?: string): void {
  const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null
  // The script is `<root>/embed.js`, so the folder that it is in is the address of the platform.
  const root = script?.src ? new URL('.', script.src).href : null
  if (polyfill && root) usePolyfill(root + polyfill)
  window.Platform = { render: (element, options = {}) => render(element, options, root) }
  defineElement(root)
  const id = script?.getAttribute('data-element')
  if (script && id) whenParsed(id, element => render(element, readAttributes(script), root))
}

/** Calls back with an element as soon as the page has it. */
function whenParsed(id: string, callback: (element: Element) => void): void {
  const element = document.getElementById(id)
  if (element) callback(element)
  else if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => whenParsed(id, callback), { once: true })
  else
    throw new Error(`embed.js: data-element is "${id}", and no element of this page has that id; add <div id="${id}">`)
}

/** `<platform-comments asset-url="…">` shows a discussion in its place. */
function defineElement(root: string | null): void {
  if (!window.customElements || customElements.get('platform-comments')) return
  class PlatformComments extends HTMLElement {
    /** Options that no attribute can hold; set them before the element is on the page. */
    declare options?: RenderOptions
    /** The stream, while the element is on the page. A field with a value would make the script larger by helpers. */
    declare stream?: Handle | null
    declare shown?: boolean
    declare timer?: ReturnType<typeof setTimeout>

    static get observedAttributes(): string[] {
      return attributeNames()
    }

    connectedCallback(): void {
      this.style.setProperty('display', 'block')
      this.shown = true
      this.show()
    }

    disconnectedCallback(): void {
      this.shown = false
      this.stream?.remove()
      this.stream = null
    }

    attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
      if (!this.shown || before === after) return
      // Several attributes may change one after the other, so the stream waits for the last of them.
      clearTimeout(this.timer)
      this.timer = setTimeout(() => {
        if (!this.shown) return
        this.stream?.remove()
        this.stream = null
        this.show()
      })
    }

    show(): void {
      this.stream = render(this, { ...readAttributes(this), ...this.options }, root)
    }
  }
  customElements.define('platform-comments', PlatformComments)
}
