import { Component, type ReactNode } from "react";

import { FAILURES } from "../../../domain/messages.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "./Notice.tsx";

type FormBoundaryProps = { className: string; children: ReactNode };

/** Error boundary. Its button mounts the form again, and the visitor's input is kept. */
export class FormBoundary extends Component<FormBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={this.props.className} role="alert">
        <Notice>
          <p>{FAILURES.unexpected.message}</p>
          <div className="notice-buttons">
            <Button onClick={() => this.setState({ failed: false })}>Try again</Button>
          </div>
        </Notice>
      </div>
    );
  }
}
