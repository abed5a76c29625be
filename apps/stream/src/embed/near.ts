/** How far from the viewport a stream begins to load. */
const NEAR = '400px 0px'

let polyfill: string | null = null

/** Names the script that gives an older browser `IntersectionObserver`. Only such a browser loads it. */
export function usePolyfill(address: string): void {
  polyfill = address
}

/** Calls back when an element is near the viewport, or now if it is `wanted`. The returned function ends the wait. */
export function whenNear(element: Element, callback: () => void, wanted: boolean): () => void {
  let observer: IntersectionObserver | undefined
  let ended = false
  const observe = () => {
    if (ended) return
    // A browser without this class does not tell what is near the viewport, so nothing waits there.
    if (!canObserve()) return callback()
    observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return
        observer?.disconnect()
        callback()
      },
      { rootMargin: NEAR },
    )
    observer.observe(element)
  }
  if (wanted) callback()
  else if (polyfill !== null && !canObserve()) load(polyfill, observe)
  else observe()
  return () => {
    ended = true
    observer?.disconnect()
  }
}

const canObserve = () => typeof IntersectionObserver === 'function'

/** Loads a script, and calls back also when it can't be loaded. */
function load(address: string, callback: () => void): void {
  const script = document.createElement('script')
  script.src = address
  script.onload = callback
  script.onerror = callback
  document.head.appendChild(script)
}
