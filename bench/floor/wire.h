/* A growing buffer and the few shapes of protobuf. Lengths are patched in once the content is known. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint8_t *bytes;
    size_t length;
    size_t capacity;
} Buffer;

static inline void need(Buffer *buffer, size_t size)
{
    if (buffer->capacity - buffer->length < size) {
        size_t capacity = buffer->capacity * 2;
        while (capacity - buffer->length < size) {
            capacity *= 2;
        }
        buffer->bytes = realloc(buffer->bytes, capacity);
        buffer->capacity = capacity;
    }
}

static inline uint8_t *put_digits(uint8_t *at, uint64_t value)
{
    while (value >= 128) {
        *at++ = (uint8_t)(value | 128);
        value >>= 7;
    }
    *at++ = (uint8_t)value;
    return at;
}

static inline void varint(Buffer *buffer, uint64_t value)
{
    need(buffer, 10);
    buffer->length = put_digits(buffer->bytes + buffer->length, value) - buffer->bytes;
}

static inline void raw(Buffer *buffer, const void *source, size_t size)
{
    need(buffer, size);
    memcpy(buffer->bytes + buffer->length, source, size);
    buffer->length += size;
}

static inline void tag(Buffer *buffer, uint8_t value)
{
    need(buffer, 1);
    buffer->bytes[buffer->length++] = value;
}

/* Leaves `width` bytes for a length, and says where the content begins. */
static inline size_t begin(Buffer *buffer, int width)
{
    need(buffer, width);
    buffer->length += width;
    return buffer->length;
}

/* Writes the length of what came since `begin`, moving it where the length needs another width. */
static inline void end(Buffer *buffer, size_t start, int width)
{
    size_t length = buffer->length - start;
    int needed = 1;
    for (size_t rest = length; rest >= 128; rest >>= 7) {
        needed++;
    }
    if (needed != width) {
        need(buffer, 8);
        memmove(buffer->bytes + start - width + needed, buffer->bytes + start, length);
        buffer->length += needed - width;
    }
    put_digits(buffer->bytes + start - width, length);
}
