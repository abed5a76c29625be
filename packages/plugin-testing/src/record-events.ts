import type { Platform } from '@platform/server'
import type { Published } from './test-platform.ts'

/** Records every event that this platform publishes, with its unchanged payload. */
export function recordEvents({ local }: Platform['events'], published: Published[]): void {
  const emit = local.emit.bind(local)
  local.emit = (event, ...args: unknown[]) => {
    if (event !== 'error') published.push({ event: String(event), payload: args[0] })
    return emit(event, ...args)
  }
}
