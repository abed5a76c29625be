/** Moves the focus to another button of a toolbar, in the direction in which the reader sees it. */
export function moveFocus(event: KeyboardEvent): void {
  const { currentTarget: bar, key, target } = event
  if (!(bar instanceof HTMLElement) || !(target instanceof HTMLButtonElement)) return
  const buttons = [...bar.querySelectorAll('button')]
  const at = buttons.indexOf(target)
  const forth = getComputedStyle(bar).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = forth === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
  const next = { [forth]: at + 1, [back]: at - 1, Home: 0, End: -1 }[key]
  if (next === undefined) return
  event.preventDefault()
  buttons.at(next % buttons.length)?.focus()
}
