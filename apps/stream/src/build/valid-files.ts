import { type Plugin, parseSync } from 'vite'

/**
 * Refuses files that no browser loads. Rolldown 1.2 and 1.3 let some files export a name that they do not have
 * (rolldown/rolldown#10734): a part that is loaded together with others is moved out of its own file, into which a
 * module that it shares with the stream was merged.
 *
 * @param onRefused is called before the build fails.
 */
export const onlyValidFiles = (onRefused: () => void): Plugin => ({
  name: 'only-valid-files',
  enforce: 'post',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      const [error] = parseSync(file.fileName, file.code, { showSemanticErrors: true }).errors
      if (!error) continue
      onRefused()
      throw new Error(`the bundler made ${file.fileName} so that browsers can't load it: ${error.message}`)
    }
  },
})
