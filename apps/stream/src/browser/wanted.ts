import { keepInTab, readJsonFromTab } from '@platform/client-kit'
import { effect } from '@preact/signals'
import type { Stream, Wanted } from '../thread/context.ts'
import { openReply } from '../thread/open-reply.ts'
import { goToComment } from './go-to.ts'
import type { Host } from './host.ts'

/** What the reader wanted when they were led to sign in, in the storage of the tab. */
const NAME = 'platform:wanted'
/** The same on a page that is not left, where a frame may have no storage. */
let wanted: Wanted | null = null

/** Keeps the form that is opened once the reader is signed in; `null` for none. */
export function keepWanted(given: Wanted | null): void {
  wanted = given
  keepInTab(NAME, given && JSON.stringify(given))
}

/** Opens the form for which a reader has signed in. */
export function openWanted({ actions, replying, thread, viewer }: Stream, host: Host): void {
  const open = ({ kind, comment }: Wanted, user: string) => {
    if (!thread.has(comment)) return
    if (wanted === null) void goToComment(comment, host)
    if (kind === 'reply') openReply({ replying }, comment)
    else if (kind === 'quote') actions?.quote(comment)
    // The own comment, which the reader did not know by its author, can't be reported.
    else if (thread.node(comment).fields.value.user?.id !== user) void actions?.toggleForm(kind, comment)
  }
  effect(() => {
    const user = viewer.value?.id
    const found = wanted ?? readJsonFromTab<Wanted>(NAME)
    if (user === undefined || !found) return
    // What opens the form reads other signals, which must not run this again.
    queueMicrotask(() => {
      open(found, user)
      keepWanted(null)
    })
  })
}
