import { linkify, Slot, TextLink } from '@platform/client-sdk'
import { Fragment } from 'preact'
import type { AdminComment } from '../app/comments.ts'
import { useAdmin } from '../app/context.ts'
import { markWords, type WordMark } from './mark-words.ts'
import type { ModerationSite } from './site.ts'

interface BodyProps {
  readonly comment: AdminComment
  readonly wordlist: ModerationSite['wordlist']
}

/** The text of a comment, with the words of the lists marked. A plugin may draw it otherwise. */
export function Body({ comment, wordlist }: BodyProps) {
  const { texts } = useAdmin()
  const [suspectWords, bannedWords] = [wordlist?.suspect ?? [], wordlist?.banned ?? []]
  const body = comment.body ?? ''
  if (!comment.asset) return <Text body={body} suspect={suspectWords} banned={bannedWords} />
  return (
    <Slot
      name="adminCommentContent"
      props={{ comment, asset: comment.asset, root: {}, body, suspectWords, bannedWords }}
    >
      {comment.body === null ? (
        <p class="soft">{texts.text('deletedBody')}</p>
      ) : (
        <Text body={body} suspect={suspectWords} banned={bannedWords} />
      )}
    </Slot>
  )
}

interface TextProps {
  readonly body: string
  readonly suspect: readonly string[]
  readonly banned: readonly string[]
}

/** A body as lines of plain text, in which addresses are links, and words of the lists are marked. */
export function Text({ body, suspect, banned }: TextProps) {
  return (
    <div class="text" dir="auto">
      {body
        .trim()
        .split('\n')
        .map((line, i) => (
          <Fragment key={i}>
            {i > 0 && <br />}
            {linkify(line).map((piece, j) =>
              typeof piece === 'string' ? (
                <Marked key={j} pieces={markWords(piece, { suspect, banned })} />
              ) : (
                <TextLink key={j} href={piece.href}>
                  {piece.text}
                </TextLink>
              ),
            )}
          </Fragment>
        ))}
    </div>
  )
}

function Marked({ pieces }: { readonly pieces: readonly WordMark[] }) {
  const { texts } = useAdmin()
  return (
    <>
      {pieces.map(({ text, list }, i) =>
        list === null ? (
          text
        ) : (
          <mark key={i} class={list} title={texts.text(list === 'banned' ? 'bannedWord' : 'suspectWord')}>
            {text}
          </mark>
        ),
      )}
    </>
  )
}
