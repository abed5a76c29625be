import { blocksOf } from '@platform/client-sdk'
import { anchorOf } from '../thread/addresses.ts'
import type { Stream } from '../thread/context.ts'
import { addQuotation } from '../thread/draft.ts'
import { openReply } from '../thread/open-reply.ts'
import { cut } from '../thread/shortened.ts'

/** The most characters of a quotation. */
const LONGEST = 1_000

/** Opens the form to reply with the text of a comment, or the part of it that is selected, as a quotation. */
export function quote({ replying, state, thread, viewer }: Stream, id: string): void {
  const owner = viewer.value?.id
  if (owner === undefined) return
  const { body, user } = thread.node(id).fields.value
  const quotation = quotationOf(user?.username ?? '', selectedIn(id) || ownWords(body ?? ''))
  addQuotation({ discussion: state.discussion.id, parent: id, quotation, owner })
  // A form that is open already is drawn anew, with the quotation in it.
  replying.value = null
  setTimeout(() => openReply({ replying }, id), 0)
}

/** What the author of a body wrote, without the quotations in it; the whole body if it has nothing else. */
function ownWords(body: string): string {
  const words = blocksOf(body).flatMap(({ quoted, text }) => (quoted ? [] : [text]))
  return words.join('\n').trim() || body
}

/** A text as a quotation of its author. Every program can show it, because it is plain text in every language. */
function quotationOf(author: string, text: string): string {
  const name = onOneLine(author)
  const lines = cut(text.trim(), LONGEST).split('\n')
  return [...(name ? [`${name}:`] : []), ...lines].map(line => `> ${line}`).join('\n')
}

/** An imported name may have line breaks, and marks that turn the direction of the text after them. */
function onOneLine(name: string): string {
  return name
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** The part of a comment's text that the reader has selected, if all of it was written by the author of the comment. */
function selectedIn(id: string): string {
  const text = document.getElementById(anchorOf(id))?.querySelector('.text')
  const selection = getSelection()
  if (!text || !selection || selection.isCollapsed || !text.contains(selection.anchorNode)) return ''
  if ([...text.querySelectorAll('blockquote')].some(quotation => selection.containsNode(quotation, true))) return ''
  return text.contains(selection.focusNode) ? selection.toString() : ''
}
