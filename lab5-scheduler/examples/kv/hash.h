/* SPDX-License-Identifier: MIT */
/*
 * SipHash-1-3: keys come from strangers, who must not be able to choose many
 * that fall into one bucket. Aumasson and Bernstein, "SipHash: a fast
 * short-input PRF" (2012), with one round a word and three at the end.
 */
#ifndef KV_HASH_H
#define KV_HASH_H

#include <stdint.h>
#include <string.h>

static inline uint64_t hash_rotate(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static inline void hash_round(uint64_t v[4])
{
	v[0] += v[1];
	v[2] += v[3];
	v[1] = hash_rotate(v[1], 13) ^ v[0];
	v[3] = hash_rotate(v[3], 16) ^ v[2];
	v[0] = hash_rotate(v[0], 32);
	v[2] += v[1];
	v[0] += v[3];
	v[1] = hash_rotate(v[1], 17) ^ v[2];
	v[3] = hash_rotate(v[3], 21) ^ v[0];
	v[2] = hash_rotate(v[2], 32);
}

static inline void hash_word(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	hash_round(v);
	v[0] ^= word;
}

/* On a machine of the other byte order the hash is another and as good. */
static inline uint64_t hash_bytes(
	const uint64_t secret[2], const char *at, size_t size)
{
	uint64_t v[4] = {
		secret[0] ^ 0x736f6d6570736575,
		secret[1] ^ 0x646f72616e646f6d,
		secret[0] ^ 0x6c7967656e657261,
		secret[1] ^ 0x7465646279746573,
	};
	uint64_t word;
	size_t i;

	for (i = 0; i + 8 <= size; i += 8) {
		memcpy(&word, at + i, 8);
		hash_word(v, word);
	}
	word = (uint64_t)size << 56;
	for (; i < size; i++)
		word |= (uint64_t)(unsigned char)at[i] << (8 * (i % 8));
	hash_word(v, word);
	v[2] ^= 0xff;
	hash_round(v);
	hash_round(v);
	hash_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

#endif
