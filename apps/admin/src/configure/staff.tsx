import { Avatar } from '@platform/client-kit'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { RoleDialog } from '../community/role-dialog.tsx'
import { StaffOfSite } from '../documents/generated.ts'
import type { ListedPersonFragment } from '../documents/types.ts'
import { Failed } from '../kit/failed.tsx'
import { useQuery } from '../kit/use-query.ts'
import { Group } from './group.tsx'

const ROLES = ['administrators', 'moderators', 'staff'] as const

/** Who has a role, and the change of it. */
export function Staff() {
  const { path, say, state, texts } = useAdmin()
  const { data, failed, again } = useQuery(StaffOfSite, {})
  const [chosen, choose] = useState<ListedPersonFragment | null>(null)
  return (
    <Group title={texts.text('siteStaff')} about={texts.text('siteStaffAbout')}>
      {failed && <Failed again={again} />}
      {ROLES.map(role => {
        const members = data?.[role]?.nodes ?? []
        return (
          members.length > 0 && (
            <section key={role} class="setting">
              <h4>{texts.text(role)}</h4>
              <ul class="staff">
                {members.map(member => (
                  <li key={member.id}>
                    <Avatar name={member.username} picture={member.avatar} />
                    <bdi>{member.username}</bdi>
                    {member.id !== state.viewer.id && (
                      <button
                        type="button"
                        class="quiet"
                        aria-label={`${texts.text('changeRole')} ${member.username}`}
                        onClick={() => choose(member)}
                      >
                        {texts.text('changeRole')}
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
      <p>
        <a href={path('/community/people')}>{texts.text('toPeople')}</a>
      </p>
      {chosen && (
        <RoleDialog
          person={chosen}
          onClose={() => choose(null)}
          onDone={text => {
            say(text)
            again()
          }}
        />
      )}
    </Group>
  )
}
