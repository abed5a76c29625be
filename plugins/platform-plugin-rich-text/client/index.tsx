import { type CommentInput, defineClientPlugin, type PropsOf } from '@platform/client-sdk'
import { useEffect, useState } from 'preact/hooks'
import './rich-text.css'
import { RichField } from './rich-field.tsx'
import { type Marking, RichText, richTextOf } from './rich-text.tsx'
import { unescapeHtml } from './text/tokens.ts'
import { translations } from './texts.ts'

/** The text of a comment. One without formatting is left to the next plugin of the list, or to the core. */
const Content = ({ comment }: PropsOf<'commentContent'>) => <RichText html={richTextOf(comment) ?? ''} />

/** The same for moderators, with the words of the site's lists marked. */
function AdminContent({ comment, bannedWords, suspectWords }: PropsOf<'adminCommentContent'>) {
  const [marking, setMarking] = useState<Marking | null>(null)
  useEffect(() => {
    import('./admin/marked-words.tsx').then(
      ({ createMarking }) => setMarking(() => createMarking(bannedWords, suspectWords)),
      () => undefined,
    )
  }, [bannedWords, suspectWords])
  return <RichText html={richTextOf(comment) ?? ''} marking={marking} />
}

const isPlain = ({ comment }: PropsOf<'commentContent'> | PropsOf<'adminCommentContent'>) =>
  richTextOf(comment) === null

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** The stream itself may have changed the body, as by a quotation. HTML that says something else is not sent. */
function preSubmit(input: CommentInput): CommentInput | undefined {
  const html = input['richTextBody']
  if (typeof html !== 'string') return undefined
  const isSame = lettersOf(unescapeHtml(html.replace(/<[^>]*>/g, ''))) === lettersOf(input.body)
  return isSame ? undefined : { ...input, richTextBody: null }
}

/** Comments with bold, italic and quoted words and lists: an editor for authors, and what all others see. */
export default defineClientPlugin({
  slots: {
    draftArea: RichField,
    commentContent: { component: Content, isExcluded: isPlain },
    adminCommentContent: { component: AdminContent, isExcluded: isPlain },
    userDetailCommentContent: { component: AdminContent, isExcluded: isPlain },
  },
  fragments: { Comment: 'fragment RichText on Comment { richTextBody }' },
  commentForm: { preSubmit },
  translations,
})
