// Fills `<span data-platform-count="URL">` with the number of comments of that page.

/** The most addresses of one request, and the most characters; many proxies refuse an address of 8 kB. */
const MOST = 100
const LONGEST = 7_000

const script = document.currentScript
// The script is `<root>/count.js`.
const endpoint = new URL('api/v1/counts', script instanceof HTMLScriptElement ? script.src : location.href).href
const filled = new Set<Element>()

/** Fills the elements that are new on the page. */
function update(): void {
  const elements = new Map<string, Element[]>()
  document.querySelectorAll('[data-platform-count]').forEach(element => {
    if (filled.has(element)) return
    filled.add(element)
    const address = absolute(element.getAttribute('data-platform-count') ?? '')
    elements.set(address, [...(elements.get(address) ?? []), element])
  })
  let query: string[] = []
  let length = 0
  const send = () => {
    if (query.length > 0) request(query, elements)
    query = []
    length = 0
  }
  for (const address of elements.keys()) {
    const { length: added } = encodeURIComponent(address)
    if (query.length === MOST || length + added > LONGEST) send()
    query.push(address)
    length += added
  }
  send()
}

function request(addresses: readonly string[], elements: ReadonlyMap<string, readonly Element[]>): void {
  const query = addresses.map(address => `url=${encodeURIComponent(address)}`).join('&')
  fetch(`${endpoint}?${query}`, { credentials: 'omit' })
    .then(response => {
      if (response.ok) return response.json()
      throw new Error(`status ${response.status}`)
    })
    .then((counts: Record<string, unknown>) => {
      for (const address of addresses)
        for (const element of elements.get(address) ?? []) {
          const count = counts[address]
          if (typeof count === 'number') element.textContent = format(count, element)
        }
    })
    .catch((error: unknown) => {
      for (const address of addresses) for (const element of elements.get(address) ?? []) filled.delete(element)
      console.warn('PlatformCount: the numbers of comments could not be loaded', error)
    })
}

/** A number as readers of the element's language write it. */
function format(count: number, element: Element): string {
  const lang = element.closest('[lang]')?.getAttribute('lang')
  try {
    return new Intl.NumberFormat(lang || undefined).format(count)
  } catch {
    return String(count)
  }
}

function absolute(address: string): string {
  try {
    return new URL(address, document.baseURI).href
  } catch {
    return address
  }
}

Object.assign(window, { PlatformCount: { update } })
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', update)
else update()
