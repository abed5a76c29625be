import { addresses } from '../addresses.ts'
import type { FormProblem } from '../form-problem.ts'
import type { Site } from '../site.ts'

/** A comment that could not be posted, and its problem. */
export interface Draft {
  readonly body: string
  readonly problem: FormProblem
}

interface CommentFormProps {
  readonly site: Site
  readonly discussion: string
  /** Why the discussion is closed; `null` while it is open. */
  readonly closed: string | null
  /** The comment to reply to. */
  readonly parent?: { readonly id: string; readonly author: string }
  readonly draft?: Draft | null
  /** The page of the form, to which signing in leads back. */
  readonly returnTo: string
}

/** The form to write a comment, or the links to sign in first. It shows the text of a refused comment again. */
export function CommentForm({ site, discussion, closed, parent, draft = null, returnTo }: CommentFormProps) {
  if (closed !== null && !draft)
    return (
      <p class="join" dir="auto">
        {closed}
      </p>
    )
  if (!site.caller && !draft) return <Invitation site={site} returnTo={returnTo} reply={parent !== undefined} />
  const label = parent ? (
    <>
      Reply to <bdi>{parent.author}</bdi>
    </>
  ) : (
    'Join the discussion'
  )
  return (
    <form
      class="write"
      id={parent ? 'reply' : 'write'}
      method="post"
      action={site.path(addresses.comments(discussion))}
    >
      <label for="body">{label}</label>
      <textarea
        id="body"
        name="body"
        rows={4}
        required
        maxLength={65_536}
        dir="auto"
        {...(draft ? { 'aria-invalid': 'true', 'aria-describedby': 'body-problem' } : {})}
      >
        {draft?.body ?? ''}
      </textarea>
      {draft && (
        <p class="problem" id="body-problem" role="alert">
          {draft.problem.message}
          {draft.problem.status === 401 && !site.caller && (
            <>
              {' '}
              <a href={signInAddress(site, returnTo)} target="_blank" rel="noopener">
                Sign in
              </a>
            </>
          )}
        </p>
      )}
      <input type="hidden" name="back" value={site.path(returnTo)} />
      {parent && <input type="hidden" name="parent_id" value={parent.id} />}
      <p class="buttons">
        <button type="submit">{parent ? 'Post the reply' : 'Post the comment'}</button>
      </p>
    </form>
  )
}

function signInAddress(site: Site, returnTo: string): string {
  return `${site.path('/sign-in')}?next=${encodeURIComponent(site.path(returnTo))}`
}

function Invitation({ site, returnTo, reply }: { site: Site; returnTo: string; reply: boolean }) {
  const next = `?next=${encodeURIComponent(site.path(returnTo))}`
  return (
    <p class="join" id={reply ? 'reply' : 'write'}>
      <a href={signInAddress(site, returnTo)}>Sign in</a> or <a href={`${site.path('/register')}${next}`}>register</a>{' '}
      {reply ? 'to reply.' : 'to join the discussion.'}
    </p>
  )
}
