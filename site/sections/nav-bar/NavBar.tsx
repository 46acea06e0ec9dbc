import { attach, loads } from "../../attributes.ts";
import { RequestDataButton } from "../../request/RequestDataButton.tsx";
import { SITE } from "../../site.ts";
import { invoker } from "../../ui/dialog/invoker.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { markBar } from "./nav-bar.effect.ts";

const MENU = "menu";

const LINKS = [
  // For "#top", browsers scroll to the top even if no element has that ID.
  { label: "Home", href: "#top" },
  { label: "About", href: "#features" },
  { label: "Contact", href: "#details", leadsToForm: true },
];

export function NavBar() {
  return (
    <>
      <a className="screen-only nav-bar-skip-link" href="#content">
        Skip to content
      </a>
      <header className="screen-only nav-bar" {...attach({ markBar })}>
        <div className="nav-bar-inner">
          <LogoLink />
          <nav className="nav-bar-links" aria-label="Main">
            <Links />
          </nav>
          <div className="nav-bar-action">
            <RequestDataButton />
          </div>
          <button
            type="button"
            className="nav-bar-menu-button pressable"
            aria-haspopup="dialog"
            aria-label="Open menu"
            {...invoker("show-modal", MENU)}
          >
            <Icon name="menu" />
          </button>
        </div>
      </header>
      <Menu />
    </>
  );
}

/** Full-screen menu for narrow viewports. Its close button replaces the menu button in the same place. */
function Menu() {
  return (
    <dialog id={MENU} className="nav-bar-menu" aria-label="Menu">
      <div className="nav-bar-inner">
        <LogoLink />
        <noscript>
          <LogoLink reload />
        </noscript>
        <button
          type="button"
          className="nav-bar-menu-button pressable"
          aria-label="Close menu"
          {...invoker("close", MENU)}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="nav-bar-menu-inner">
        <nav className="nav-bar-menu-links" aria-label="Main">
          <Links />
          <noscript>
            <Links reload />
          </noscript>
        </nav>
        <RequestDataButton />
      </div>
    </dialog>
  );
}

/**
 * Without JavaScript, only a page load closes the menu, so links with `reload` cause one. Each has its own query, because
 * a link to another fragment of the same URL loads nothing.
 */
function LogoLink({ reload = false }: { reload?: boolean }) {
  return (
    <a
      className="nav-bar-logo"
      href={reload ? "/?menu#top" : "#top"}
      aria-label={`${SITE.name}, to the top`}
    >
      <Logo name={SITE.name} />
    </a>
  );
}

/** See `LogoLink` for `reload`. */
function Links({ reload = false }: { reload?: boolean }) {
  return (
    <ul>
      {LINKS.map(({ label, href, leadsToForm }) => (
        <li key={label}>
          <a
            href={reload ? `/?menu=${encodeURIComponent(label)}${href}` : href}
            {...(leadsToForm && loads("inline-form"))}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
