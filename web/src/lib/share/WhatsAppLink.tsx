import type { ComponentProps } from 'react'
import { useText } from '~/i18n/useText'
import { ButtonAnchor } from '~/ui/Button'

type WhatsAppLinkProps = Pick<ComponentProps<typeof ButtonAnchor>, 'kind'> & {
  /** The list of the parts, without the link. */
  text: string
  link: string
}

/** Opens WhatsApp with the list and its link as the message; the user picks who gets it. */
export function WhatsAppLink({ text, link, kind }: WhatsAppLinkProps) {
  const { t } = useText()
  return (
    <ButtonAnchor
      kind={kind}
      icon="share"
      href={`https://wa.me/?text=${encodeURIComponent(`${text}\n${link}`)}`}
      target="_blank"
      rel="noopener"
    >
      {t('share.whatsapp')}
    </ButtonAnchor>
  )
}
