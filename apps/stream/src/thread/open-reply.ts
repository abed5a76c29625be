import type { Stream } from './context.ts'

/** Opens the form to reply to a comment, and moves the focus into it once it is drawn. */
export function openReply({ replying }: Pick<Stream, 'replying'>, id: string): void {
  replying.value = id
  setTimeout(() => document.getElementById(`body-${id}`)?.focus(), 0)
}
