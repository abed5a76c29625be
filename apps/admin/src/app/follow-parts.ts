import type { StoredDocument } from '@platform/client-kit'
import { textOf } from '@platform/client-sdk'
import type { Admin } from './context.ts'

/** Takes in what a plugin says about a comment. */
export function handleCommentChange({ feed, say }: Pick<Admin, 'feed' | 'say'>): (id: string, notice?: string) => void {
  return (id, notice) => {
    feed.readAgain(id)
    if (notice !== undefined) say(notice)
  }
}

/** Follows what plugins want to hear about for their queues. */
export function followParts(admin: Admin): void {
  const { live, slots, state } = admin
  const { id, username, role } = state.viewer
  for (const listed of slots.parts)
    for (const { subscriptions = {} } of Object.values(listed.part.queues ?? {}))
      for (const [name, { heard }] of Object.entries(subscriptions)) {
        const document = `part:${listed.plugin}/${name}` as StoredDocument<object, Record<string, never>>
        const page = {
          viewer: { id, username, role },
          text: textOf(listed, state.lang),
          handleCommentChange: handleCommentChange(admin),
        }
        live.follow(document, {}, data => {
          try {
            heard(data, page)
          } catch (error) {
            slots.failed({ plugin: listed.plugin, version: listed.version, slot: 'queues', error })
          }
        })
      }
}
