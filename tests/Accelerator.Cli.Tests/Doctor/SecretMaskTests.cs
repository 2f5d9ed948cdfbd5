namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Texts that contain "hunter2", which the mask must remove.</summary>
public sealed class SecretMaskTests
{
    [Theory]
    // URLs.
    [InlineData("ftp://kim:hunter2@ftp.example.org/f", "ftp://kim:***@ftp.example.org/f")]
    [InlineData("FTPES://kim:hunter2@h:21/f and ftps://kim:hunter2@h/", "FTPES://kim:***@h:21/f and ftps://kim:***@h/")]
    [InlineData("ftp://kim:hun@ter2@h/dir/a@b", "ftp://kim:***@h/dir/a@b")]
    [InlineData("ftp://kim:hun/ter2@h/f", "ftp://kim:***@h/f")]
    [InlineData("ftp://kim:hun%40ter%32@h/f", "ftp://kim:***@h/f")]
    [InlineData("ftp://kim%40corp:hunter2@h/f", "ftp://kim%40corp:***@h/f")]
    [InlineData("ftp://kim@corp:hunter2@h/f", "ftp://kim@corp:***@h/f")]
    [InlineData("ftp://:hunter2@h/f", "ftp://:***@h/f")]
    [InlineData("ftp://anonymous:hunter2@example.org@h/f", "ftp://anonymous:***@h/f")]
    [InlineData("{\"url\":\"ftp://kim:hunter2@h\",\"mail\":\"a@b\"}", "{\"url\":\"ftp://kim:***@h\",\"mail\":\"a@b\"}")]
    [InlineData("ftp://kim:hun\"ter2@h/f", "ftp://kim:***@h/f")]
    [InlineData("https://proxy/?next=ftp%3A%2F%2Fkim%3Ahunter2%40h%2Ff", "https://proxy/?next=ftp%3A%2F%2Fkim%3A***%40h%2Ff")]
    [InlineData("ftp%3a%2f%2fkim%3ahunter2%40h", "ftp%3a%2f%2fkim%3a***%40h")]
    // FTP dialogue.
    [InlineData("PASS hunter2", "PASS ***")]
    [InlineData("2026-11-20 #1 > PASS hunter2 with blanks", "2026-11-20 #1 > PASS ***")]
    [InlineData("---> pass hunter2", "---> pass ***")]
    [InlineData("  Acct hunter2", "  Acct ***")]
    [InlineData("Command: PASS hunter2", "Command: PASS ***")]
    [InlineData("sent \"PASS hunter2\\r\\n\"", "sent \"PASS ***")]
    // JSON members and environment variables.
    [InlineData("{\"password\":\"hunter2\",\"x\":1}", "{\"password\":\"***\",\"x\":1}")]
    [InlineData("{\"Password\" : \"hun\\\"ter2\",\"x\":1}", "{\"Password\" : \"***\",\"x\":1}")]
    [InlineData("{\"ftp_passwd\":'hunter2'}", "{\"ftp_passwd\":'***'}")]
    [InlineData("FTPX_PASSWORD=hunter2 ftpx get", "FTPX_PASSWORD=*** ftpx get")]
    [InlineData("password: hunter2", "password: ***")]
    [InlineData("https://h/?access_token=hunter2&x=1", "https://h/?access_token=***&x=1")]
    [InlineData("api-key = hunter2", "api-key = ***")]
    [InlineData("Authorization: Bearer hunter2", "Authorization: ***")]
    [InlineData("ftpx get --password hunter2 ftp://h/", "ftpx get --password *** ftp://h/")]
    [InlineData("curl -u kim:hunter2 ftp://h/", "curl -u kim:*** ftp://h/")]
    [InlineData("lftp -u kim,hunter2 h", "lftp -u kim,*** h")]
    [InlineData("Get-Files -Password hunter2", "Get-Files -Password ***")]
    [InlineData("aria2c --ftp-passwd=hunter2 ftp://h/", "aria2c --ftp-passwd=*** ftp://h/")]
    [InlineData("Server=h;Uid=kim;Pwd=hunter2;", "Server=h;Uid=kim;Pwd=***;")]
    [InlineData("<User>kim</User><Pass encoding=\"base64\">hunter2=</Pass>", "<User>kim</User><Pass encoding=\"base64\">***</Pass>")]
    // Text that is cut off in the middle.
    [InlineData("{\"password\":\"hunter2", "{\"password\":\"***")]
    [InlineData("{\"password\":\"hunter2\\", "{\"password\":\"***")]
    // netrc files.
    [InlineData("machine h login kim password hunter2", "machine h login kim password ***")]
    [InlineData("machine h\n\tlogin kim\n\tpassword hunter2\n\taccount hunter2\n", "machine h\n\tlogin kim\n\tpassword ***\n\taccount ***\n")]
    [InlineData("machine h login kim password\n\n  hunter2\nmachine i", "machine h login kim password\n\n  ***\nmachine i")]
    [InlineData("machine h login kim password \"hun ter2\" account 'x'", "machine h login kim password *** account ***")]
    [InlineData("machine h login kim password \"hun \\\"ter2", "machine h login kim password ***")]
    [InlineData("machine h password\n\"hun ter2\" login kim", "machine h password\n*** login kim")]
    [InlineData("default login anonymous PASSWORD hunter2", "default login anonymous PASSWORD ***")]
    public void A_secret_is_masked_and_the_rest_stays(string text, string expected)
    {
        var masked = SecretMask.Of(text);
        Assert.Equal(expected, masked.Text);
        Assert.True(masked.Secrets > 0);
        // Masking is idempotent: a masked text contains no secret.
        Assert.Equal(expected, SecretMask.Of(expected).Text);
    }

    [Theory]
    [InlineData("ftp://ftp.example.org:21/pass/20261120/a@b.nc")]
    [InlineData("ftp://kim@ftp.example.org/pass 12")]
    [InlineData("Fetched the pass of 20:14, 12 files")]
    [InlineData("2026-11-20 #1 > PASS ****")]
    [InlineData("--password-stdin ftp://h/")]
    [InlineData("The password is asked for when nothing else gives it.")]
    [InlineData("{\"token\":null,\"secrets\":3}")]
    [InlineData("227 Entering Passive Mode (192,0,2,7,4,1)")]
    public void Text_that_is_not_a_secret_stays(string text) => Assert.Equal(new MaskedText(text, 0), SecretMask.Of(text));

    /// <summary>The text around a secret, and its line ends, make no difference.</summary>
    [Theory]
    [InlineData("", "\r\n")]
    [InlineData("[12:30:01 INF] ", "\n220 ready\n")]
    [InlineData("\u001b[31m\t> ", "\t\n")]
    [InlineData("ftp://h/a ftp://u@h/b ", "\nftp://h/a@b\n")]
    [InlineData("machine h login kim password\n", "")]
    public void A_secret_is_masked_at_any_position(string before, string after)
    {
        string[] secrets = ["ftp://kim:hunter2@h/f", "PASS hunter2", "{\"PASSWORD\":\"hunter2\"}", "FTPX_PASSWORD=hunter2", "machine h login kim password hunter2", "ftp%3A%2F%2Fkim%3Ahunter2%40h"];
        foreach (var first in secrets)
            foreach (var second in secrets) Assert.DoesNotContain("hunter2", SecretMask.Of($"{before}{first}{after}{before}{second}{after}").Text);
    }

    [Fact]
    public void A_line_that_is_made_to_be_slow_is_cut_and_ends()
    {
        foreach (var part in (string[])["x://u:", "--password ", "password=\"\\", "-u a", "\"", "%3A%2F%2F:", "authorization:", "PASS\t"])
        {
            var text = string.Concat(Enumerable.Repeat(part, (1 << 18) / part.Length));
            Assert.InRange(SecretMask.Of(text).Text.Length, 1, 9000);
        }
    }
}
