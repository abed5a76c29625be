import type { ModerationQueue } from './define-client-plugin.ts'
import type { ListedPart } from './host.ts'
import { textOf } from './use.ts'

/** A moderation queue of a plugin, as the admin panel shows it. */
export interface ListedQueue extends ModerationQueue {
  /** Its key, which addresses name. */
  readonly key: string
  readonly plugin: string
}

/**
 * The moderation queues of all listed plugins, with their names in a language. Of two with one key the later one
 * counts.
 *
 * @example
 * const [featured] = queuesOf(parts, 'de')
 */
export function queuesOf(parts: readonly ListedPart[], lang: string): readonly ListedQueue[] {
  const queues = parts.flatMap(listed =>
    Object.entries(listed.part.queues ?? {}).map(
      ([key, queue]) =>
        [key, { ...queue, key, plugin: listed.plugin, name: textOf(listed, lang)(queue.name) }] as const,
    ),
  )
  return [...new Map(queues).values()]
}
