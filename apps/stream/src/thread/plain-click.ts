/** Handles a click on a link in place, unless the reader wants the link in another tab or window. */
export function plainClick(run: () => void): (event: MouseEvent) => void {
  return event => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    run()
  }
}
