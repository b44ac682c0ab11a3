import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { favoritesQuery, sessionQuery } from '~/api/accounts'
import { ApiError, client, done } from '~/api/client'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'

/** Whether a product is a favourite, and the way to change that: it shows at once, and goes back when it failed. */
export function useFavorite(product: Product) {
  const { t } = useText()
  const say = useToasts((state) => state.say)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { data } = useQuery(favoritesQuery)
  const kept = data?.some((one) => one.product.id === product.id) ?? false
  const change = useMutation({
    mutationFn: (keep: boolean) => {
      const body = { body: { productId: product.id } }
      return done(keep ? client.POST('/api/favorites', body) : client.DELETE('/api/favorites', body))
    },
    onMutate: async (keep) => {
      await queryClient.cancelQueries({ queryKey: favoritesQuery.queryKey })
      const before = queryClient.getQueryData(favoritesQuery.queryKey)
      queryClient.setQueryData(favoritesQuery.queryKey, (list = []) => {
        const others = list.filter((one) => one.product.id !== product.id)
        return keep ? [{ id: product.id, createdAt: new Date().toISOString(), product }, ...others] : others
      })
      return { before }
    },
    onSuccess: (_, keep) => say(t(keep ? 'account.favorites.added' : 'account.favorites.removed')),
    onError: (error, _, context) => {
      queryClient.setQueryData(favoritesQuery.queryKey, context?.before)
      // The session ended meanwhile: sign in, and come back.
      if (error instanceof ApiError && error.status === 401) {
        void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
        void navigate({ to: '/login', search: { next: router.state.location.href } })
      } else say(t('account.favorites.changeFailed'))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: favoritesQuery.queryKey }),
  })
  return { kept, toggle: () => change.mutate(!kept) }
}
