/** Lets a component in a form keep it from being sent: as long as there is a blocker, its button can't be pressed. */
export function blockersOf(form: HTMLFormElement | null) {
  let count = 0
  const show = () => {
    for (const button of form?.querySelectorAll<HTMLButtonElement>('button[type=submit]') ?? [])
      button.disabled = count > 0
  }
  form?.addEventListener('submit', event => {
    if (count > 0) event.preventDefault()
  })
  return {
    indicateBlocker() {
      count++
      show()
    },
    indicateBlockerResolved() {
      count = Math.max(0, count - 1)
      show()
    },
  }
}
