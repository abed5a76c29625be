// A process of its own: a page that takes long to read, or much memory, costs nobody else anything.
import readMetadata from 'open-graph-scraper'

process.once('disconnect', () => process.exit())
process.once('message', async (html: string) => {
  const { result } = await readMetadata({ html })
  process.send!(JSON.parse(JSON.stringify(result)), () => process.exit())
})
