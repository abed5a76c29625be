import { defineSortClient } from '@platform/client-sdk'

export default defineSortClient({
  sortBy: 'CONTROVERSIAL',
  sortOrder: 'DESC',
  translations: { en: { label: 'Most controversial' }, de: { label: 'Am umstrittensten' } },
})
