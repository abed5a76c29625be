import { PART_FUNCTIONS, type SlotFailure } from './host.ts'

/** Tells authors in the console which client part is missing. The rest of the page stands. */
export function reportMissing(plugin: string, error: unknown): void {
  console.error(`${plugin}: its client part can't be loaded, so its slots stay empty`, error)
}

/**
 * Tells authors in the console what of a plugin threw, and once for each place the server, which marks the plugin for
 * administrators. The server gets no text of the error. The rest of the page stands.
 */
export function reportFailuresTo(root: string): (failure: SlotFailure) => void {
  const told = new Set<string>()
  return ({ plugin, version, slot, error }) => {
    const what = (PART_FUNCTIONS as readonly string[]).includes(slot)
      ? `${slot} threw`
      : `the slot ${slot} stays empty, because its component threw`
    console.error(`${plugin}@${version ?? 'unknown'}: ${what}`, error)
    const place = JSON.stringify({ plugin, slot })
    if (told.has(place)) return
    told.add(place)
    fetch(`${root}/api/v1/plugins/failures`, {
      method: 'POST',
      credentials: 'omit',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: place,
    }).catch(() => undefined)
  }
}
