import { useActions, useLang } from '@platform/client-sdk'
import { byReason } from './by-reason.ts'
import type { Flag } from './flag.ts'
import { textsIn } from './texts.ts'

/** Who reported a comment for which reason, and in which words. */
export function Reporters({ flags }: { readonly flags: readonly Flag[] }) {
  const texts = textsIn(useLang())
  const { viewUserDetail } = useActions()
  return (
    <dl>
      {[...byReason(flags, texts)].map(([reason, given]) => (
        <div key={reason}>
          <dt>{reason}</dt>
          {given.map(({ id, message, user }) => (
            <dd key={id}>
              {user && (
                <button type="button" class="quiet" onClick={() => viewUserDetail(user.id)}>
                  <bdi>{user.username}</bdi>
                </button>
              )}
              {message && <q dir="auto">{message}</q>}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
