// SPDX-License-Identifier: MIT
/*
 * The echo server on Boost.Asio, by callbacks, on epoll.
 */
#include <utility>

#include <boost/asio.hpp>
#include <memory>

#include "../servers/echo.h"

namespace asio = boost::asio;
using asio::ip::tcp;

struct connection : std::enable_shared_from_this<connection> {
	explicit connection(tcp::socket s) : socket(std::move(s))
	{
	}

	void receive()
	{
		auto self = shared_from_this();

		socket.async_read_some(asio::buffer(buffer),
			[self](boost::system::error_code error, size_t n) {
				if (!error)
					self->reply(n);
			});
	}

	void reply(size_t n)
	{
		auto self = shared_from_this();

		asio::async_write(socket, asio::buffer(buffer, n),
			[self](boost::system::error_code error, size_t) {
				if (!error)
					self->receive();
			});
	}

	tcp::socket socket;
	char buffer[ECHO_BUFFER];
};

static void accept_next(tcp::acceptor &acceptor)
{
	acceptor.async_accept([&acceptor](boost::system::error_code error,
				      tcp::socket socket) {
		if (!error)
			std::make_shared<connection>(std::move(socket))
				->receive();
		accept_next(acceptor);
	});
}

static void echo_serve(int listener)
{
	asio::io_context context(1);
	tcp::acceptor acceptor(context);

	acceptor.assign(tcp::v4(), listener);
	accept_next(acceptor);
	context.run();
}

ECHO_ROWS
