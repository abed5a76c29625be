import { linkify, Slot, TextLink } from '@platform/client-sdk'
import { Fragment } from 'preact'
import type { AdminComment } from '../app/comments.ts'
import { useAdmin } from '../app/context.ts'
import { type FoundWords, markWords } from './mark-words.ts'
import type { ModerationSite } from './site.ts'

interface BodyProps {
  readonly name: 'adminCommentContent' | 'userDetailCommentContent'
  readonly comment: AdminComment
  readonly wordlist: ModerationSite['wordlist']
}

/** The text of a comment, with the words of the lists marked. A plugin may draw it otherwise. */
export function Body({ name, comment, wordlist }: BodyProps) {
  const { texts } = useAdmin()
  const { asset, body, moderation } = comment
  const [suspectWords, bannedWords] = [wordlist?.suspect ?? [], wordlist?.banned ?? []]
  if (body === null) return <p class="soft">{texts.text('deletedBody')}</p>
  const text = <Text body={body} words={moderation?.words ?? []} />
  if (!asset) return text
  return (
    <Slot name={name} props={{ comment, asset, root: {}, body, suspectWords, bannedWords }}>
      {text}
    </Slot>
  )
}

/** A body as lines of plain text, in which addresses are links, and words of the lists are marked. */
export function Text({ body, words = [] }: { readonly body: string; readonly words?: FoundWords }) {
  let start = 0
  const beginning = (length: number) => {
    const at = start
    start += length
    return at
  }
  return (
    <div class="text" dir="auto">
      {body.split('\n').map((line, i) => {
        const pieces = linkify(line).map((piece, j) => {
          const text = typeof piece === 'string' ? piece : piece.text
          const marked = <Marked key={j} part={text} start={beginning(text.length)} words={words} />
          return typeof piece === 'string' ? (
            marked
          ) : (
            <TextLink key={j} href={piece.href}>
              {marked}
            </TextLink>
          )
        })
        beginning(1)
        return (
          <Fragment key={i}>
            {i > 0 && <br />}
            {pieces}
          </Fragment>
        )
      })}
    </div>
  )
}

interface MarkedProps {
  readonly part: string
  readonly start: number
  readonly words: FoundWords
}

function Marked({ part, start, words }: MarkedProps) {
  const { texts } = useAdmin()
  return (
    <>
      {markWords(part, start, words).map(({ text, list }, i) =>
        list === null ? (
          text
        ) : (
          <mark key={i} class={list.toLowerCase()} title={texts.text(list === 'BANNED' ? 'bannedWord' : 'suspectWord')}>
            {text}
          </mark>
        ),
      )}
    </>
  )
}
