export { type BrowserFile, browserFiles, embedScript, streamEntry } from './files.ts'
