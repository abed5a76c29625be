/** What the tab keeps under a name; `null` without it, or where storage is switched off. */
export function readFromTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** The JSON that the tab keeps under a name; `null` without it, or when it can't be read. */
export function readJsonFromTab<T>(name: string): T | null {
  try {
    return JSON.parse(readFromTab(name) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Whether the tab keeps anything of a stream, such as a draft. */
export function tabKeepsAnything(): boolean {
  try {
    return Object.keys(sessionStorage).some(name => name.startsWith('platform:'))
  } catch {
    return false
  }
}

/** Keeps a text in the tab until it is closed; `null` removes it. Storage may be switched off or full. */
export function keepInTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {}
}
