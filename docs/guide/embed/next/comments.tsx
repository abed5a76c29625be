'use client'

import { useEffect, useRef } from 'react'

interface Stream {
  remove(): void
}

declare global {
  interface Window {
    Platform?: { render(element: Element, options: Record<string, unknown>): Stream }
  }
}

/** The comments of a page, such as `<Comments root="https://comments.example.org" url={url} />`. */
export function Comments({ root, url }: { readonly root: string; readonly url: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let stream: Stream | undefined
    let gone = false
    loadEmbed(root)
      .then(() => {
        // The visitor may have gone on to another page while the script was being loaded.
        if (!gone && place.current) stream = window.Platform?.render(place.current, { root_url: root, asset_url: url })
      })
      .catch(console.warn)
    return () => {
      gone = true
      stream?.remove()
    }
  }, [root, url])
  return (
    <>
      <div ref={place} id="comments" />
      <noscript>
        <a href={`${root}/discussions/by-url?asset_url=${encodeURIComponent(url)}`}>Comments</a>
      </noscript>
    </>
  )
}

let loading: Promise<void> | undefined

/** Loads the script once, for all pages of the application. */
function loadEmbed(root: string): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}/embed.js`
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${script.src} could not be loaded`))
    document.head.append(script)
  })
  return loading
}
