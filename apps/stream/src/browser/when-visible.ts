/** Runs something once the element is on the screen, the page is visible and the browser has nothing else to do. */
export function whenIdleAndVisible(element: Element, run: () => unknown): void {
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(entry => entry.isIntersecting) || document.visibilityState !== 'visible') return
    observer.disconnect()
    setTimeout(run, 0)
  })
  observer.observe(element)
}
