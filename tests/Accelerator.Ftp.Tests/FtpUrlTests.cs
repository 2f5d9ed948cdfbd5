namespace Accelerator.Ftp.Tests;

public sealed class FtpUrlTests
{
    [Theory]
    [InlineData("ftp://host/a.bin", FtpSecurity.None, "host", 21)]
    [InlineData("ftp://host:/a.bin", FtpSecurity.None, "host", 21)]
    [InlineData("ftps://[::1]:/a.bin", FtpSecurity.Implicit, "::1", 990)]
    [InlineData("FTP://host/a.bin", FtpSecurity.None, "host", 21)]
    [InlineData("ftps://host/a.bin", FtpSecurity.Implicit, "host", 990)]
    [InlineData("ftpes://host/a.bin", FtpSecurity.Explicit, "host", 21)]
    [InlineData("ftp://host:2121/a.bin", FtpSecurity.None, "host", 2121)]
    [InlineData("ftps://host:65535/a.bin", FtpSecurity.Implicit, "host", 65535)]
    [InlineData("ftp://192.0.2.1:1/a.bin", FtpSecurity.None, "192.0.2.1", 1)]
    [InlineData("ftp://[::1]/a.bin", FtpSecurity.None, "::1", 21)]
    [InlineData("ftpes://[2001:db8::1]:2121/a.bin", FtpSecurity.Explicit, "2001:db8::1", 2121)]
    [InlineData("ftp://user@[::1]:2121/a.bin", FtpSecurity.None, "::1", 2121)]
    public void The_server_is_read(string text, FtpSecurity security, string host, int port) =>
        Assert.Equal(new FtpEndpoint(host, port, security), Parse(text).Endpoint);

    [Theory]
    [InlineData("ftp://host/a", null, null)]
    [InlineData("ftp://me@host/a", "me", null)]
    [InlineData("ftp://me:@host/a", "me", "")]
    [InlineData("ftp://me:se:cret@host/a", "me", "se:cret")]
    [InlineData("ftp://me@corp.example:se@cret@host/a", "me@corp.example", "se@cret")]
    [InlineData("ftp://me%40corp:p%2Fw%3A@host/a", "me@corp", "p/w:")]
    [InlineData("ftp://%EA%B0%80:x@host/a", "가", "x")]
    public void User_and_password_are_read(string text, string? user, string? password)
    {
        var url = Parse(text);
        Assert.Equal((user, password, "host"), (url.User, url.Password, url.Endpoint.Host));
    }

    [Theory]
    [InlineData("ftp://host", "")]
    [InlineData("ftp://host/", "")]
    [InlineData("ftp://host/dir/a.bin", "dir/a.bin")]
    [InlineData("ftp://host//pub/a.bin", "/pub/a.bin")]
    [InlineData("ftp://host/%2Fpub/a.bin", "/pub/a.bin")]
    [InlineData("ftp://host/%2fpub%2Fa.bin", "/pub/a.bin")]
    [InlineData("ftp://host/a%20b c.bin", "a b c.bin")]
    [InlineData("ftp://host/what?is=this#file", "what?is=this#file")]
    [InlineData("ftp://host/100%", "100%")]
    [InlineData("ftp://host/100%zz%2", "100%zz%2")]
    [InlineData("ftp://host/a@b:c", "a@b:c")]
    [InlineData("ftp://host/a.bin;type=i", "a.bin")]
    [InlineData("ftp://host/a.bin;TYPE=A", "a.bin")]
    [InlineData("ftp://host/a.bin;type=", "a.bin;type=")]
    [InlineData("ftp://host/a;type=i.bin", "a;type=i.bin")]
    [InlineData("ftp://host/가/😀.bin", "가/😀.bin")]
    public void The_path_is_what_commands_carry(string text, string path) => Assert.Equal(path, Parse(text).Path.Text);

    [Fact]
    public void Percent_escapes_are_bytes_in_any_charset()
    {
        var cp949 = FtpCharsets.Find("cp949")!;
        var url = Parse("ftp://host/%B0%A1나.bin", cp949);
        Assert.Equal("가나.bin", url.Path.Text);
        Assert.Equal(cp949.GetBytes("가나.bin"), url.Path.Bytes.ToArray());

        var invalid = Parse("ftp://host/%B0%A1.bin", FtpCharsets.Utf8);
        Assert.Equal([0xB0, 0xA1, .. ".bin"u8], invalid.Path.Bytes.ToArray());
    }

    [Theory]
    [InlineData("host/a.bin", "must start with ftp://")]
    [InlineData("http://host/a.bin", "must start with ftp://")]
    [InlineData("ftp:/host/a.bin", "must start with ftp://")]
    [InlineData("", "must start with ftp://")]
    [InlineData("ftp://", "names no host")]
    [InlineData("ftp:///a.bin", "names no host")]
    [InlineData("ftp://me@/a.bin", "names no host")]
    [InlineData("ftp://[]:21/a.bin", "names no host")]
    [InlineData("ftp://::1/a.bin", "brackets")]
    [InlineData("ftp://2001:db8::1/a.bin", "brackets")]
    [InlineData("ftp://ho st/a.bin", "is not a host name")]
    [InlineData("ftp://[::1/a.bin", "brackets")]
    [InlineData("ftp://[::1]x:21/a.bin", "is not a host name")]
    [InlineData("ftp://[host]/a.bin", "is not a host name")]
    [InlineData("ftp://host:0/a.bin", "is not a port")]
    [InlineData("ftp://host:65536/a.bin", "is not a port")]
    [InlineData("ftp://host:+21/a.bin", "is not a port")]
    [InlineData("ftp://host:/a@b.bin", "is not a port")]
    [InlineData("ftp://host:21x/a.bin", "is not a port")]
    [InlineData("ftp://me:%0D%0ADELE@host/a.bin", "line end")]
    [InlineData("ftp://m%00e@host/a.bin", "line end")]
    [InlineData("ftp://@host/a.bin", "empty user name")]
    [InlineData("ftp://:@host/a.bin", "empty user name")]
    [InlineData("ftp://:x@host/a.bin", "empty user name")]
    [InlineData("ftp://host/a%0D%0ADELE%20b", "carriage return")]
    [InlineData("ftp://host/a%0ab", "line feed")]
    [InlineData("ftp://host/a%00b", "NUL")]
    [InlineData("ftp://host/a\nb", "line feed")]
    [InlineData("ftp://ho\u001B[2Jst/a", "is not a host name")]
    public void A_bad_address_is_refused_with_one_sentence(string text, string says)
    {
        Assert.False(FtpUrl.TryParse(text, FtpCharsets.Utf8, out var url, out var problem));
        Assert.Null(url);
        Assert.Contains(says, problem);
        Assert.EndsWith(".", problem);
        Assert.DoesNotContain(problem, char.IsControl);
    }

    [Fact]
    public void A_character_the_charset_lacks_is_refused_with_the_way_out()
    {
        Assert.False(FtpUrl.TryParse("ftp://host/가.bin", FtpCharsets.Find("shift_jis")!, out _, out var problem));
        Assert.Contains("--charset", problem);
    }

    [Theory]
    [InlineData("http://me:sesame@host/a.bin")]
    [InlineData("ftp://me:sesame/x@host/a.bin")]
    [InlineData("ftp://me:sesame@host:99999/a.bin")]
    [InlineData("ftp://me:sesame@ho st/a.bin")]
    [InlineData("ftp://me:sesame%0A@host/a.bin")]
    [InlineData("ftp://:sesame@host/a.bin")]
    public void A_refusal_never_shows_the_password(string text)
    {
        Assert.False(FtpUrl.TryParse(text, FtpCharsets.Utf8, out _, out var problem));
        Assert.DoesNotContain("sesame", problem);
    }

    [Fact]
    public void An_address_is_shown_without_its_password()
    {
        Assert.Equal("ftpes://me@[::1]:2121/a.bin", Parse("ftpes://me:sesame@[::1]:2121/a.bin").ToString());
        Assert.Equal("ftp://host:21//a\\x1B", Parse("ftp://host//a%1B").ToString());
    }

    public static TheoryData<string> Paths => ["a b/100%/*?[x];type=a", "/pub/위성.bin", "a%2Ab", "-._~", ""];

    /// <summary>An address that <c>ls</c> prints can be passed to <c>get</c>.</summary>
    [Theory]
    [MemberData(nameof(Paths))]
    public void An_address_is_written_so_that_it_is_read_as_the_same_bytes(string text)
    {
        var path = FtpPath.FromText(text, FtpCharsets.Utf8);
        var url = FtpUrl.Write(new FtpEndpoint("::1", 2121, FtpSecurity.Explicit), "k@m:", path);
        Assert.StartsWith("ftpes://k%40m%3A@[::1]:2121/", url);
        Assert.Equal(path, Parse(url, FtpCharsets.Find("cp949")).Path);
        Assert.Equal("k@m:", Parse(url).User);
    }

    [Fact]
    public void Every_byte_but_a_line_end_can_be_written()
    {
        var path = FtpPath.FromBytes([.. Enumerable.Range(1, 255).Select(i => (byte)i).Except("\r\n"u8.ToArray())], FtpCharsets.Utf8);
        Assert.Equal(path, Parse(FtpUrl.Write(new FtpEndpoint("h", 21, FtpSecurity.None), null, path)).Path);
    }

    [Fact]
    public void The_written_path_preserves_the_escapes()
    {
        Assert.Equal("pub/a%2A*.nc", Parse("ftp://h/pub/a%2A*.nc;type=i").WrittenPath);
        Assert.Equal("", Parse("ftp://h").WrittenPath);
    }

    private static FtpUrl Parse(string text, Encoding? charset = null)
    {
        Assert.True(FtpUrl.TryParse(text, charset ?? FtpCharsets.Utf8, out var url, out var problem), problem);
        return url;
    }
}
