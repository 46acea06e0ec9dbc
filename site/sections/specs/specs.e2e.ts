import { testTexts } from "../../../test-support/e2e/texts.ts";

testTexts({ "#specifications": ["3 Specs"] });
