import { useAdmin } from '../app/context.ts'
import { Line } from './fields/fields.tsx'
import { Group } from './group.tsx'
import { PluginSettings } from './plugin-settings.tsx'
import { Staff } from './staff.tsx'

/** `/admin/configure/organization`: the name of the site, and who works on it. */
export function OrganizationSettings() {
  const { path, texts } = useAdmin()
  return (
    <>
      <Group title={texts.text('organization')} about={texts.text('organizationAbout')}>
        <Line name="organizationName" autoComplete="organization" />
        <Line name="organizationContactEmail" type="email" autoComplete="email" />
      </Group>
      <p>
        <a href={path('/setup')}>{texts.text('setUpAgain')}</a>
      </p>
      <Staff />
      <PluginSettings slot="adminOrganizationSettings" />
    </>
  )
}
