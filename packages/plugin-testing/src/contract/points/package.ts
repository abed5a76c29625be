import { packageOf } from '@platform/plugin-host'
import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

const KEYWORD = 'platform-plugin'
const SDK = '@platform/plugin-sdk'

/** `package.json` agrees with the manifest, and takes the SDK from the site. */
export function checkPackage({ folder, manifest }: Subject): Finding[] {
  if (folder === null) return []
  const finding = (message: string, fix: string): Finding => ({ point: 'package', message, fix })
  const file = packageOf(folder)
  if (!file) return [finding('there is no package.json that can be read', 'write one')]
  const {
    keywords,
    peerDependencies = {},
    dependencies = {},
  } = file as typeof file & { readonly dependencies?: Readonly<Record<string, string>> }
  return [
    ...(manifest && file.name !== manifest.name
      ? [
          finding(
            `the name in package.json is ${file.name}, and in the manifest ${manifest.name}`,
            'give both the same name',
          ),
        ]
      : []),
    ...(manifest?.version !== undefined && manifest.version !== file.version
      ? [
          finding(
            `package.json is ${file.version}, and the manifest ${manifest.version}`,
            'remove version from the manifest: it is read from package.json',
          ),
        ]
      : []),
    ...(Array.isArray(keywords) && keywords.includes(KEYWORD)
      ? []
      : [finding(`the keyword ${KEYWORD} is missing, by which plugins are found`, `write "keywords": ["${KEYWORD}"]`)]),
    ...(SDK in peerDependencies
      ? []
      : [
          finding(
            `${SDK} is no peer dependency, so a site could get it twice`,
            `write "peerDependencies": {"${SDK}": "0.x"}`,
          ),
        ]),
    ...['@platform/server', SDK]
      .filter(name => name in dependencies)
      .map(name =>
        finding(`${name} is a dependency, so a site could get it twice`, `move ${name} to peerDependencies`),
      ),
  ]
}
