"""The same as :mod:`tooltrim_core.compat.truncate_for_llm`."""

from .truncate_for_llm import (
    MAX_RESPONSE_STRING_BYTES,
    MAX_STRING_BYTES,
    OVER_LIMIT_TEMPLATE,
    cap_response,
    get_tool_truncation_occurred,
    reset_tool_truncation_occurred,
    truncate_string_to_bytes,
    truncate_strings_for_llm,
)

__all__ = [
    "MAX_RESPONSE_STRING_BYTES",
    "MAX_STRING_BYTES",
    "OVER_LIMIT_TEMPLATE",
    "cap_response",
    "get_tool_truncation_occurred",
    "reset_tool_truncation_occurred",
    "truncate_string_to_bytes",
    "truncate_strings_for_llm",
]
