/** What the tab keeps under a name; `null` without it, or where storage is switched off. */
export function readFromTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a text in the tab until it is closed; `null` removes it. Storage may be switched off or full. */
export function keepInTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {}
}
