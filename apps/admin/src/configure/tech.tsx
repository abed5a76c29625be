import { useAdmin } from '../app/context.ts'
import { EmbedCode } from './embed-code.tsx'
import { Line } from './fields/fields.tsx'
import { Lines } from './fields/lines.tsx'
import { Group } from './group.tsx'
import { PluginSettings } from './plugin-settings.tsx'

/** `/admin/configure/tech`: where comments may be embedded and how, and the style sheets of the site. */
export function TechSettings() {
  const { texts } = useAdmin()
  return (
    <>
      <Group title={texts.text('embedding')} about={texts.text('embeddingAbout')}>
        <Lines name="domains.whitelist" rows={4} />
        <EmbedCode />
      </Group>
      <Group title={texts.text('look')} about={texts.text('lookAbout')}>
        <Line name="customCssUrl" type="url" />
        <Line name="customAdminCssUrl" type="url" />
      </Group>
      <PluginSettings slot="adminTechSettings" />
    </>
  )
}
